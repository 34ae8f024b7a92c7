/** Names of the inspector's panels, in the order of their tabs. */
export type PanelName = 'sequence' | 'signed' | 'keys' | 'state' | 'timeline' | 'sandbox';

/** Names of the inspector's panels, in the order of their tabs. */
export type PanelName = 'messages' | 'keys' | 'state' | 'sandbox';

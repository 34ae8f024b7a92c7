/** An inspector of a wallet's activity, to mount beside it in front of a sandbox. It is for development, and refuses production. */
export { mountInspector } from './mount-inspector.ts';
export type { Inspector, MountInspectorOptions } from './mount-inspector.ts';
export type { PanelName } from './panel-name.ts';
export { createTap } from './tap.ts';
export type { CreateTapOptions, Tap } from './tap.ts';

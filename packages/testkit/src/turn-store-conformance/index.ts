/** The conformance suite of stores of turns: what every `TurnStore` of a server keeps. */
export type { DroppedEvents, StoreCase, StoreSubject } from './store-subject.js';
export { turnStoreConformance } from './turn-store-conformance.js';

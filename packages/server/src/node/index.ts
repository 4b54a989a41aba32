/** server/node: listens on a port. */
export { type ListeningServer, type ListenOptions, listen } from './listen.js';

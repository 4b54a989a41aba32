/** server/node: listens on a port. */
export {};

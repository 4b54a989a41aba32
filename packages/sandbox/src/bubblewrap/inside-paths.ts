/** Where Dragoman's own things are in a sandbox. */
export const ownFolder = '/run/dragoman';
export const launcherFolder = `${ownFolder}/door`;
export const controlSocket = `${ownFolder}/control.sock`;

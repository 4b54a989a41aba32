import type { Attack } from './attack.js';
import { boundsAttacks } from './bounds-attacks.js';
import { gatewayAttacks } from './gateway-attacks.js';
import { hostAttacks } from './host-attacks.js';
import { kernelAttacks } from './kernel-attacks.js';
import { repositoryAttacks } from './repository-attacks.js';
import { runLaterAttacks } from './run-later-attacks.js';

/** All attacks that are played, in the order of the table. */
export const attacks: readonly Attack[] = [
  ...hostAttacks,
  ...runLaterAttacks,
  ...repositoryAttacks,
  ...kernelAttacks,
  ...gatewayAttacks,
  ...boundsAttacks,
];

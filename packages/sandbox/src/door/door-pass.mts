/** What a program in a sandbox must know to get through a door at which not everybody is let in. */
export interface DoorPass {
  readonly port: number;
  /** Said first, as a line. */
  readonly token: string;
}

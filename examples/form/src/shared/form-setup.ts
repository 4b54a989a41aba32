/** What the page is to know before anything is asked. */
export interface FormSetup {
  readonly agents: readonly string[];
  readonly model: 'scripted' | 'live';
  readonly letter: string;
}

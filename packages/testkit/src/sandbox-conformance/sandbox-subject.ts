import type { SandboxOptions, SandboxProvider } from '@dragoman/sandbox';
import type { SharedSandbox } from './with-fixture.js';

/** A kind of sandbox that is to show that it keeps the contract. */
export interface SandboxSubject {
  /** A provider that keeps its records in this folder. */
  provider(stateDirectory: string): SandboxProvider;
  /** How another process gets the same provider: by calling a function of a module. */
  readonly elsewhere: {
    /** A URL, or a name that can be imported from the testkit. */
    readonly module: string;
    readonly function: string;
    /** Beside `stateDirectory`. As JSON. */
    readonly options?: Readonly<Record<string, unknown>>;
    /** What that process needs in its environment, beside PATH. */
    readonly env?: Readonly<Record<string, string>>;
  };
  /** What every sandbox of this kind is made with, such as an image. */
  readonly options?: Partial<SandboxOptions>;
  /** Node, as a command finds it inside. Default: the one that runs this. */
  readonly node?: string;
  /** Set by `shareSandbox`. */
  shared?(): Promise<SharedSandbox>;
}

/** One sentence of the contract, and how it is found out whether it is true. */
export interface ConformanceCase {
  readonly name: string;
  /** Rejects when it is not. */
  check(subject: SandboxSubject): Promise<void>;
}

// The web globals of this folder. Declared here, instead of taking in the DOM or the Node types, so that
// reaching for anything else of them is a type error in `protocol`.

declare interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}

declare function setTimeout(act: () => void, ms: number): unknown;
declare function clearTimeout(timer: unknown): void;

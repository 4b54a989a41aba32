// The only two web globals this package uses. Declared here, instead of taking in the DOM or the
// Node types, so that reaching for `Buffer`, `process` or `fetch` is a type error in `protocol`.

declare class TextEncoder {
  encode(input?: string): Uint8Array;
  encodeInto(source: string, destination: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}

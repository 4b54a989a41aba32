import { DragomanError } from '@dragoman/protocol';

interface Packer {
  readonly name: string;
  /** How everything that it packs begins. */
  readonly magic: readonly number[];
  /** The command that writes the content to stdout. */
  readonly unpack: string;
}

/** Codex packs old sessions with zstd; gzip is what people pack with. */
const PACKERS: readonly Packer[] = [
  { name: 'zstd', magic: [0x28, 0xb5, 0x2f, 0xfd], unpack: 'zstd -dc' },
  { name: 'gzip', magic: [0x1f, 0x8b, 0x08], unpack: 'gzip -dc' },
];
const LONGEST_MAGIC = 4;

/** Passes an input on, unless it is packed: then it is an error that says how to unpack it. */
export async function* refusePacked(
  input: AsyncIterable<Uint8Array>,
  source: string,
): AsyncGenerator<Uint8Array> {
  let beginning: readonly number[] = [];
  for await (const chunk of input) {
    if (beginning.length < LONGEST_MAGIC) {
      beginning = [...beginning, ...chunk.subarray(0, LONGEST_MAGIC - beginning.length)];
      const packer = PACKERS.find(({ magic }) => magic.every((byte, at) => beginning[at] === byte));
      if (packer !== undefined) throw packed(packer, source);
    }
    yield chunk;
  }
}

function packed({ name, unpack }: Packer, source: string): DragomanError {
  return new DragomanError(
    'input_packed',
    `${source} is packed with ${name}. Unpack it first: ${unpack} FILE | dragoman translate …`,
  );
}

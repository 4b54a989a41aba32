import { gzipSync } from 'node:zlib';

const BLOCK = 512;

/** A package as npm wants it: a gzipped tar whose files all lie in a folder `package`. */
export function packageTarball(files: Readonly<Record<string, string>>): Buffer {
  const entries = Object.entries(files).flatMap(([path, content]) => {
    const bytes = Buffer.from(content);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [tarHeader(`package/${path}`, bytes.length), bytes, padding];
  });
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]));
}

/** A ustar header of a plain, executable file. */
function tarHeader(path: string, size: number): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(path, 0, 100);
  header.write('0000755\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  // The checksum is over the header with its own field taken as spaces.
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

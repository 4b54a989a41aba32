import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

export interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  readonly files: Readonly<Record<string, string>>;
  /** More fields of its package.json. */
  readonly manifest?: Readonly<Record<string, unknown>>;
  /** Sent instead of a package of the files. */
  readonly tarball?: Uint8Array;
  /** The hash that the registry says it has. Default: the true one. */
  readonly claimedIntegrity?: string;
}

/** An npm registry on loopback with a few packages of the test's own. */
export interface PackageRegistry {
  readonly url: string;
  /** Downloads so far, as `name@version`. */
  readonly downloads: readonly string[];
  close(): Promise<void>;
}

export interface RegistryOptions {
  readonly packages: readonly PublishedPackage[];
  /** Awaited before a download is answered: lets a test hold one up. */
  readonly beforeDownload?: (download: string) => Promise<void>;
  /** When set, every request is refused with this status. */
  readonly refuseWith?: number;
}

/**
 * Starts a registry for faults that the real one can't be made to show: slow, refusing, serving a
 * package that is not what it says. npm itself is the real one.
 */
export async function startPackageRegistry(options: RegistryOptions): Promise<PackageRegistry> {
  const downloads: string[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (options.refuseWith !== undefined) {
      response.writeHead(options.refuseWith).end('{}');
      return;
    }
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const wanted = options.packages.find(
      ({ name, version }) => path === `${name}/-/${version}.tgz`,
    );
    if (wanted !== undefined) {
      const download = `${wanted.name}@${wanted.version}`;
      downloads.push(download);
      await options.beforeDownload?.(download);
      response.end(tarballOf(wanted));
      return;
    }
    const versions = options.packages.filter(({ name }) => name === path);
    response.writeHead(versions.length > 0 ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(versions.length > 0 ? packument(versions, url) : {}));
  }

  return {
    url,
    downloads,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function tarballOf({ name, version, files, manifest, tarball }: PublishedPackage): Uint8Array {
  if (tarball !== undefined) return tarball;
  return packageTarball({
    'package.json': JSON.stringify({ name, version, ...manifest }),
    ...files,
  });
}

/** What a registry says about a package: all its versions and where their tarballs are. */
function packument(versions: readonly PublishedPackage[], url: string) {
  const described = versions.map((published) => {
    const { name, version, manifest } = published;
    const digest = createHash('sha512').update(tarballOf(published)).digest('base64');
    const integrity = published.claimedIntegrity ?? `sha512-${digest}`;
    const dist = { tarball: `${url}/${name}/-/${version}.tgz`, integrity };
    return [version, { name, version, ...manifest, dist }] as const;
  });
  return {
    name: versions[0]?.name,
    'dist-tags': { latest: versions.at(-1)?.version },
    versions: Object.fromEntries(described),
  };
}

const BLOCK = 512;

/** A package as npm wants it: a gzipped tar whose files all lie in a folder `package`. */
function packageTarball(files: Readonly<Record<string, string>>): Buffer {
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

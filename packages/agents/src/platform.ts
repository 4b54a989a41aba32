/** What decides which of a CLI's builds runs on a machine. */
export interface Platform {
  /** As Node calls it. */
  readonly os: 'linux' | 'darwin' | 'win32';
  readonly arch: 'x64' | 'arm64';
  /** Which C library the programs of a Linux system use. */
  readonly libc: 'glibc' | 'musl';
  /** Whether an x64 processor has AVX2, which some builds need. */
  readonly avx2: boolean;
}

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const page = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Two pages: the form, and the one in its frame. */
export default defineConfig({
  build: {
    outDir: 'dist/page',
    emptyOutDir: true,
    rolldownOptions: { input: [page('index.html'), page('voucher.html')] },
  },
});

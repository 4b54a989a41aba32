import { defineConfig } from 'vite';

export default defineConfig({
  build: { outDir: 'dist/page', emptyOutDir: true, chunkSizeWarningLimit: 1000 },
});

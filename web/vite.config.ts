// How the page is built: Svelte, and our own plugins that turn files of the project (translations, rules pages) into
// modules and write the service worker.
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { catalogue } from './plugins/catalogue.ts'
import { lessons } from './plugins/lessons.ts'
import { offline } from './plugins/offline.ts'
import { rulesPages } from './plugins/rules-pages.ts'

// As `tablier serve` sends them: with these a page may share memory with its workers.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

// A slow machine is no fault of the pages.
const checks = { bundlerTimings: false }

export default defineConfig({
  plugins: [svelte({ extensions: ['.svelte', '.md'], preprocess: [rulesPages(), vitePreprocess()] }), catalogue(), lessons(), offline()],
  server: { headers, fs: { allow: ['..'] } },
  preview: { headers },
  worker: { format: 'es', plugins: () => [catalogue()], rolldownOptions: { checks } },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: the Content-Security-Policy allows no data: or inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 700, // kB: three.js, loaded only for towers in space; scripts/size.mjs holds the limit of the rest
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/sw.ts' },
      checks,
      output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js') },
    },
  },
  test: { include: ['src/**/*.test.ts', 'plugins/**/*.test.ts'], testTimeout: 60_000 },
})

// How the page is built: Svelte, and our own plugins that turn files of the project (translations, rules pages) into modules.
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { catalogue } from './plugins/catalogue.ts'

// What `tablier serve` sends with every file, so that development meets the same limits. Vite's own reloading needs
// inline styles, hence the one loosening.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
}

export default defineConfig({
  plugins: [svelte(), catalogue()],
  server: { headers },
  preview: { headers },
  worker: { format: 'es', plugins: () => [catalogue()] },
  build: {
    target: 'es2022',
    // Everything stays a file of its own: the Content-Security-Policy allows no data: or inline scripts and styles.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: { include: ['src/**/*.test.ts', 'plugins/**/*.test.ts'] },
})

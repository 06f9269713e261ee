// Compares the engine in WebAssembly with the native one, in the same run: npm run speed [-- ROUNDS]
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const { module } = await runnerImport(fileURLToPath(new URL('./speed.ts', import.meta.url)), { configFile: false })
await module.measure(Number(process.argv[2] ?? 3))

// Compares the engine in WebAssembly with the native one, in the same run: npm run speed [-- ROUNDS]
import { runnerImport } from 'vite'

const { module } = await runnerImport(new URL('./speed.ts', import.meta.url).pathname, { configFile: false })
await module.measure(Number(process.argv[2] ?? 3))

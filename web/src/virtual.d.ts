// Modules that our plugins make when the page is built.
declare module 'virtual:catalogue' {
  const french: Record<string, string>
  export default french
}

declare module '*.md' {
  import type { Component } from 'svelte'
  const page: Component
  export default page
}

declare module '*.lesson?raw' {
  const text: string
  export default text
}

declare module 'virtual:lessons' {
  const steps: Record<string, number> // of each game's lesson
  export default steps
}

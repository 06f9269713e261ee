// Modules that our plugins make when the page is built.
declare module 'virtual:catalogue' {
  const french: Record<string, string>
  export default french
}

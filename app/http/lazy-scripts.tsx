/**
 * Fetches the script of what a page imports only where it shows it, together with the page's own: otherwise the browser
 * would hear of it once it has run the rest.
 */
export function LazyScripts({ files }: { files: readonly string[] }) {
  return files.map((file) => <link key={file} rel="modulepreload" href={file} fetchPriority="low" />)
}

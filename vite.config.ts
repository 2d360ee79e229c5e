import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { readFile } from 'node:fs/promises'
import { defineConfig, type Plugin } from 'vite'

const external = ['sharp', 'pg', 'pino', 'nodemailer']

// The styles of the public site are one file: the router adds a file that a page lacks, and then the browser computes every style
// and the layout anew, which takes a slow phone half a second with each step.
const styles = /app\/(?!features\/console\/).*\.css$/

const clientRoute = '?__react-router-build-client-route'

/** No browser runs a route: of it only its style sheets are built. Otherwise islands would carry what only routes need. */
const routeStyles: Plugin = {
  name: 'route-styles',
  apply: 'build',
  enforce: 'post',
  async transform(_, id) {
    if (this.environment.name !== 'client' || !id.endsWith(clientRoute)) return undefined
    const source = await readFile(id.slice(0, -clientRoute.length), 'utf8')
    return { code: (source.match(/^import '.*\.css'$/gm) ?? []).join('\n') + '\nexport {}', map: null }
  },
}

/** All styles of a page are in its document: the helper that loads those of a lazy script would be an eighth of every page's script. */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
  },
}

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter(), routeStyles, noPreloadHelper],
  // What islands need in development is found before the first page asks for it.
  optimizeDeps: { entries: ['app/entry.client.ts', 'app/islands/*.island.tsx'] },
  environments: {
    client: {
      build: {
        // With its lists a lazy script would name what it loads twice.
        modulePreload: false,
        rolldownOptions: {
          // What a script uses nothing of does not come along with it.
          treeshake: {
            moduleSideEffects: [
              { test: /\/app\/(kit|http|live|ui|features|facts|catalog)\/.*\.ts$/, sideEffects: false },
            ],
          },
          output: {
            codeSplitting: {
              groups: [
                { name: 'styles', test: styles },
                // What every page loads, in one file: with what it imports, which islands import too.
                { name: 'site', test: /app\/entry\.client\.ts$/ },
                { name: 'islands', test: /app\/islands\/hydrate-islands\.ts$/ },
              ],
            },
          },
        },
      },
    },
    // One bundle holds the Hono application and the router, so that both see the same modules.
    ssr: {
      build: { rolldownOptions: { input: './server/app.ts' } },
      // Everything goes into the bundle but what is native or finds files of its own: loading thousands of small
      // modules would cost seconds at each start and 200 MB of memory for good.
      resolve: { noExternal: command === 'build' ? true : [], external },
    },
  },
}))

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { pageSheets, registeredOnce, routeSheets } from './scripts/page-sheets.ts'

const external = ['sharp', 'pg', 'pino', 'nodemailer']

/** The styles of a page are in its document: the helper that loads those of a lazy script would be an eighth of every page's script. */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => ({ code: 'export const __vitePreload = (load) => load()', map: null }),
  },
}

/** The engine keeps the text of all code: with one letter beyond ASCII it takes two bytes for each, 8 MB of every process. */
const asciiServer: Plugin = {
  name: 'ascii-server',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/[^\0-\x7F]/g, escaped)
  },
}

const escaped = (letter: string) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`

export default defineConfig(({ command }) => ({
  plugins: [
    pageSheets,
    tailwindcss(),
    reactRouter(),
    routeSheets,
    registeredOnce,
    noPreloadHelper,
    asciiServer,
  ],
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

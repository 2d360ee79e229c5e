import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const external = ['sharp', 'pg', 'pg-boss', 'pino', 'nodemailer']

const framework = /node_modules\/(react|react-dom|react-router|scheduler)\//
// The frame of every page, and what pages of every kind are made of, in one file: one of a few hundred bytes costs
// as much again to ask for. Nothing with styles of its own: they would come before the root's, which says in which order
// layers stand.
const shell = anyOf(
  /app\/ui\/(toaster|toast-queue|button|hydrated|early-events|early-input|offline-forms|section|price|definition-list|empty-state)\./,
  /app\/(http\/(page-head|network-failure|not-found|verified)|kit\/(money|count|calendar-date|memoize))\./,
  /app\/features\/(age-gate\/(rules|components\/gate-frame)|cart\/(rules|words|components\/use-cart))\./,
  /app\/features\/(orders\/sellable\.|pages\/(words\.|components\/status-plate\.tsx))/,
  /lucide-react\/dist\/esm\/(shared|Icon|createLucideIcon|context)/,
)
// What pages of words have no use for stays out of what every page loads.
const forms =
  /app\/(ui\/(dialog|field|field-frame|choice-field|error-summary|trap-field)|http\/(form|given|human-proof|refused))\./
const reading =
  /app\/features\/(claims\/(rules|components)|pages\/(rules\.|components\/(page-top|sentences|calls|drawn)\.))/
const live = /app\/(live\/|ui\/(countdown|use-now|hold|ticks))/

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files: a page's script in fifty small ones is larger, compressed, than the same in five.
            codeSplitting: {
              groups: [
                { name: 'framework', test: framework },
                { name: 'shell', test: shell },
                { name: 'reading', test: reading, minShareCount: 3 },
                { name: 'forms', test: forms, minShareCount: 3 },
                { name: 'live', test: live, minShareCount: 3 },
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

function anyOf(...patterns: RegExp[]): RegExp {
  return new RegExp(patterns.map(({ source }) => source).join('|'))
}

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const external = ['sharp', 'pg', 'pg-boss', 'pino', 'nodemailer']

const everywhere = /app\/(ui|kit|http|live|site-map)|lucide-react/
// What pages of words have no use for stays out of what every page loads.
const forms =
  /app\/(ui\/(field|field-frame|choice-field|error-summary|trap-field)|http\/(form|given|human-proof|refused))\./
// What the root loads beside its own: a file of a few hundred bytes costs as much again to ask for. Nothing with styles
// of its own: they would come before the root's, which says in which order layers stand.
const root =
  /app\/features\/(age-gate\/(rules|components\/gate-frame)|cart\/(rules|words|components\/use-cart)|orders\/sellable|pages\/words)\./
const reading =
  /app\/features\/(claims\/(rules|words|components)|pages\/(rules\.|components\/(page-top|sentences|calls|questions)\.))/
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
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                  priority: 2,
                },
                {
                  name: 'shell',
                  test: (id) => everywhere.test(id) && !forms.test(id) && !live.test(id),
                  minShareCount: 8,
                  priority: 1,
                },
                { name: 'start', test: root },
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

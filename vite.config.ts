import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const external = ['sharp', 'pg', 'pg-boss', 'pino', 'nodemailer']

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // One bundle holds the Hono application and the router, so that both see the same modules.
    ssr: {
      build: { rolldownOptions: { input: './server/app.ts' } },
      // Everything goes into the bundle but what is native or finds files of its own: loading thousands of small
      // modules would cost seconds at each start and 200 MB of memory for good.
      resolve: { noExternal: command === 'build' ? true : [], external },
    },
  },
}))

import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // One bundle holds the Hono application and the router, so that both see the same modules.
    ssr: { build: { rolldownOptions: { input: './server/app.ts' } } },
  },
})

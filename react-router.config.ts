import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: 'build',
  ssr: true,
  // Foreign forms are refused before the router (same-origin.server.ts), which knows the public address. The router
  // compares with the address of the request: behind a proxy that speaks https to visitors it would refuse our own.
  allowedActionOrigins: ['**'],
} satisfies Config

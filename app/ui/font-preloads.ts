import pantograph from './fonts/paco-pantograph.woff2?url'

/** Fonts to preload with `<link rel="preload" as="font" type="font/woff2" crossorigin>`: what the first headline is set in. */
export const fontPreloads: readonly string[] = [pantograph]

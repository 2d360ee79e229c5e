import archivo from './fonts/archivo-basic.woff2?url'
import pantograph from './fonts/paco-pantograph.woff2?url'

/** Fonts to preload with `<link rel="preload" as="font" type="font/woff2" crossorigin>`: what a first view is set in. */
export const fontPreloads: readonly string[] = [pantograph, archivo]

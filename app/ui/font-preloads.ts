import archivo from './fonts/archivo-basic.woff2?url'
import pantograph from './fonts/paco-pantograph.woff2?url'

export const fontPreloads: readonly string[] = [pantograph, archivo]

/** What photographs can be attached to. A page is named by `pagesWithPhotos`. */
export const subjectKinds = [
  'drop',
  'variant',
  'patch',
  'accessory',
  'platform',
  'part',
  'package',
  'course',
  'place',
  'instructor',
  'service',
  'page',
] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** One thing that photographs can be attached to. `key` is its id, or its slug where its page has one. */
export type Subject = { kind: SubjectKind; key: string }

/** `cover`: at the head of its page and in lists, in place of its drawing; `gallery`: further below, beside the drawing. */
export const photoRoles = ['cover', 'gallery'] as const
export type PhotoRole = (typeof photoRoles)[number]

/** The formats of each size, best first. Browsers take the first that they know. */
export const photoFormats = ['avif', 'webp', 'jpg'] as const
export type PhotoFormat = (typeof photoFormats)[number]

export const mediaTypes = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
} as const satisfies Record<PhotoFormat, string>

export const maxBytes = 25 * 1024 * 1024
export const maxPixels = 60_000_000
export const minSide = 320
export const maxAlt = 300

const widths = [320, 480, 640, 960, 1280, 1920, 2560] as const
export const maxSide = 2560

export function widthsOf(width: number): number[] {
  return [...widths.filter((step) => step < width), Math.min(width, maxSide)]
}

/** Where the eye rests, in percent from left and top. Cropped frames keep it in sight. */
export type Focus = { x: number; y: number }

export type ShownPhoto = {
  hash: string
  /** Where its files are: empty for the shop itself, or the address of a content network. */
  base: string
  width: number
  height: number
  widths: number[]
  /** Its mean color, `#rrggbb`, to be seen while it loads. */
  color: string
  focus: Focus
  alt: string
}

export type PhotoSet = { cover: ShownPhoto | null; gallery: ShownPhoto[] }

export function photoPath({ hash, base }: Pick<ShownPhoto, 'hash' | 'base'>, file: string): string {
  return `${base}/photos/${hash}/${file}`
}

export function srcSetOf(photo: Pick<ShownPhoto, 'hash' | 'base' | 'widths'>, format: PhotoFormat): string {
  return photo.widths.map((width) => `${photoPath(photo, `${width}.${format}`)} ${width}w`).join(', ')
}

export function sharedFile(photo: ShownPhoto): { path: string; width: number; height: number } {
  const width = photo.widths.findLast((step) => step <= 1280) ?? photo.width
  return {
    path: photoPath(photo, `${width}.jpg`),
    width,
    height: Math.round((photo.height * width) / photo.width),
  }
}

export function storedFile(hash: string, file: string) {
  const [, format] = /^[1-9]\d{1,3}\.(avif|webp|jpg)$/.exec(file) ?? []
  if (!format || !/^[0-9a-f]{32}$/.test(hash)) return undefined
  return { key: `${photoFolder(hash)}/${file}`, mediaType: mediaTypes[format as PhotoFormat] }
}

export const photoFolder = (hash: string) => `photos/${hash}`

export const pagesWithPhotos = [
  { key: 'home', name: 'Home', path: '/' },
  { key: 'about', name: 'About', path: '/about' },
  { key: 'services', name: 'Services', path: '/services' },
  { key: 'training', name: 'CCW training', path: '/ccw-training' },
] as const

/** The silhouette of an accessory, in a box of 300 by 220. */
export type AccessorySheet = {
  /** The closed outline. */
  outline: string
  /** What is drawn on it, in finer line. */
  detail: string
  /** The part it attaches to, in phantom line. */
  phantom?: string
}

/** Accessories that have a drawing. */
type AccessoryKind = keyof typeof sheets

/** The drawing of an accessory, or undefined. */
export function accessorySheet(kind: string): AccessorySheet | undefined {
  return Object.hasOwn(sheets, kind) ? sheets[kind as AccessoryKind] : undefined
}

/** The engraver's shading: slanted lines over the right half of the box, to be clipped by an outline. */
export function shadingPath(): string {
  const [from, to, step] = [196, 520, 5]
  const lines = Math.ceil((to - from) / step)
  return Array.from({ length: lines }, (_, at) => `M${from + at * step} 0l-220 220`).join('')
}

const sheets = {
  'magazine-30': {
    outline:
      'M110 26H176V66C178 112 192 152 216 186L158 204C132 166 116 120 113 68ZM152 201L220 180L226 194L159 214Z',
    detail:
      'M117 26L123 12H168L172 26M114 74L177 70M116 92L179 87M124 68C127 116 142 158 163 197M164 66C167 112 182 152 205 184',
  },
  'magazine-10': {
    outline: 'M110 50H184L187 136L116 142ZM110 140L192 133L194 149L112 156Z',
    detail: 'M117 50L123 36H176L180 50M112 66L185 63M112 82L185 79M124 74L127 140M172 71L175 136',
  },
  'magazine-pistol': {
    outline: 'M120 24H168L188 190H142ZM136 190H196V206H136Z',
    detail: `M126 24L132 10H162L166 24M122 42H170${row(8, (at) => circle(147 + at * 2, 60 + at * 16, 3.4))}`,
  },
  loader: {
    outline: 'M46 150H254V168H46ZM46 126H66V168H46ZM234 126H254V168H234Z',
    detail: row(10, (at) => {
      const x = 74 + at * 16
      return `M${x} 150V112H${x + 11}V150M${x} 112Q${x} 96 ${x + 5.5} 86Q${x + 11} 96 ${x + 11} 112M${x} 142H${x + 11}`
    }),
  },
  coupler: {
    outline: 'M92 24H138V182H92ZM162 40H208V198H162ZM80 92H220V134H80Z',
    detail: `M115 92V134M185 92V134${[92, 138, 162, 208].map((x) => circle(x, 113, 5)).join('')}M96 24L100 12H130L134 24M166 40L170 28H200L204 40`,
  },
  cover: {
    outline: 'M52 78H248Q256 110 248 142H52Q44 110 52 78ZM84 72H100V148H84ZM200 72H216V148H200Z',
    detail: row(13, (at) => `M${60 + at * 15} 78l14 64M${74 + at * 15} 78l-14 64`),
    phantom: 'M20 92H52M20 128H52M248 94H284M248 126H284M284 94V126',
  },
  'thread-protector': {
    outline: 'M112 72L120 64H184L192 72V148L184 156H120L112 148Z',
    detail: row(12, (at) => `M${118 + at * 6} 66V154`),
    phantom: 'M30 92H112M30 128H112M44 92l8 36M58 92l8 36M72 92l8 36M86 92l8 36',
  },
  rod: {
    outline: 'M20 105H272L280 110L272 115H20Z',
    detail: 'M32 105V115M60 105V115',
    phantom: 'M104 78H252V142H104ZM34 92H104V128H34ZM252 98H262V122H252',
  },
  light: {
    outline: 'M58 92H168L190 80H236V140H190L168 128H58ZM40 98H58V122H40ZM92 128H152L144 150H100Z',
    detail: 'M206 80V140M216 80V140M226 80V140M78 92V128M88 92V128M98 92V128M148 92V128M100 142H148',
    phantom: 'M60 158H250M60 172H250M76 158V172M104 158V172M132 158V172M160 158V172M188 158V172M216 158V172',
  },
  sling: {
    outline: 'M34 146C86 20 214 20 266 146L250 153C204 44 96 44 50 153ZM130 46H170V76H130Z',
    detail: `M140 46V76M160 46V76M150 76V108M144 108H156V126H144Z${circle(41, 164, 11)}${circle(259, 164, 11)}M58 132C100 46 200 46 242 132`,
  },
  'rail-covers': {
    outline: 'M34 66H266V100H34ZM34 122H266V156H34Z',
    detail: row(18, (at) => `M${42 + at * 12.4} 74h6v18h-6zM${42 + at * 12.4} 130h6v18h-6z`),
  },
  pouch: {
    outline:
      'M62 76H146V188Q146 196 138 196H70Q62 196 62 188ZM154 76H238V188Q238 196 230 196H162Q154 196 154 188Z',
    detail:
      'M76 76V30H132V76M168 76V30H224V76M62 96L146 128M146 96L62 128M154 96L238 128M238 96L154 128M98 76V62H110V76M190 76V62H202V76',
    phantom: 'M70 86H138V188H70ZM162 86H230V188H162Z',
  },
  kit: {
    outline: 'M60 52H240Q252 52 252 64V156Q252 168 240 168H60Q48 168 48 156V64Q48 52 60 52Z',
    detail: `M74 74H210M210 68V80H224V68ZM74 92H150M74 108H150M74 124H150${row(8, (at) => `M${128 + at * 3} 86V98M${128 + at * 3} 102V114M${128 + at * 3} 118V130`)}M176 96H228V148H176ZM188 96V148M200 96V148M214 96V148M74 146H150`,
    phantom: 'M60 58H240Q246 58 246 64V156Q246 162 240 162H60Q54 162 54 156V64Q54 58 60 58Z',
  },
  cable: {
    outline: 'M36 52H96V66H36ZM226 152H274V172H226Z',
    detail: `M66 66V96C66 190 234 196 234 116C234 52 96 56 96 122C96 172 206 178 206 124C206 86 130 88 130 122C130 150 176 152 200 162H226${row(8, (at) => `M${230 + at * 6} 144V180`)}`,
  },
  bottle: {
    outline:
      'M112 96Q112 80 130 74V56H170V74Q188 80 188 96V192Q188 202 178 202H122Q112 202 112 192ZM138 56L147 14H153L162 56Z',
    detail:
      'M112 112H188M112 172H188M134 62V74M142 62V74M150 62V74M158 62V74M166 62V74M126 128H174M126 142H174M126 156H154',
  },
} satisfies Record<string, AccessorySheet>

function row(count: number, draw: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => draw(at)).join('')
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0`
}

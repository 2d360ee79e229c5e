// What a visitor touches first on a page of each template.

/** What a visitor does with a control. */
type Act = 'tap' | 'choose' | 'type'

/** One control of a page, and where its result shows. */
export type Control = {
  name: string
  act: Act
  /** A Playwright selector, by role and name. */
  control: string
  /** What is chosen or typed. */
  value?: string
  /** CSS selector of the elements that show the result: their text or value, while they are on the screen. */
  result: string
  /** Whether a first touch has to show its result within `maxTouchMs`. */
  isInstant?: boolean
}

/** One page of a template. */
export type VisitedPage = {
  name: string
  path: string
  /** `words` are mostly text; `tool` are the drop and the builder, which draw and change in place. */
  kind: 'words' | 'tool'
  controls: readonly Control[]
}

const menu: Control = {
  name: 'menu',
  act: 'tap',
  control: 'role=button[name="Menu"]',
  result: '#site-menu',
  isInstant: true,
}

const link = (name: string, result = 'h1'): Control => ({
  name: 'main action',
  act: 'tap',
  control: `role=main >> role=link[name="${name}"] >> nth=0`,
  result,
})

const button = (name: string, result: string): Control => ({
  name: 'main action',
  act: 'tap',
  control: `role=main >> role=button[name=/^${name}/] >> nth=0`,
  result,
})

const accordion = (title?: string): Control => ({
  name: 'accordion',
  act: 'tap',
  control: title ? `summary:has-text("${title}")` : 'main summary >> nth=0',
  result: 'main details[open] > summary',
  isInstant: true,
})

const choose = (label: string, value: string, result: string): Control => ({
  name: 'select',
  act: 'choose',
  control: `role=combobox[name="${label}"]`,
  value,
  result,
})

const type = (control: string, value: string, result: string): Control => ({
  name: 'input',
  act: 'type',
  control,
  value,
  result,
})

const openDialog = 'dialog[open] h2'
const search = 'main input[type=search]'

/** One page of each template. */
export const visitedPages: readonly VisitedPage[] = [
  {
    name: 'home',
    path: '/',
    kind: 'words',
    controls: [
      menu,
      link('Join Current Drop', openDialog),
      type('main input[name=email]', 'ada@example.com', 'main input[name=email]'),
    ],
  },
  {
    name: 'drop',
    path: '/drops/guerrilla-vol-1',
    kind: 'tool',
    controls: [
      menu,
      { ...link('Join Drop', '#units h2'), name: 'link in the page' },
      {
        name: 'number',
        act: 'tap',
        control: 'role=button[name=/^Number \\d+, open/] >> nth=5', // the first one is chosen from the start
        result: 'button[name=number][aria-pressed=true]',
      },
      button('Hold № ', 'h1'),
    ],
  },
  {
    name: 'coming drop',
    path: '/drops/cyber-vol-1',
    kind: 'tool',
    controls: [
      menu,
      link('Get Notified', openDialog),
      { ...button('Add to Cart', openDialog), name: 'patch to cart' },
    ],
  },
  {
    name: 'drop vault',
    path: '/drops/vault',
    kind: 'words',
    controls: [
      menu,
      choose('Status', 'live', 'main [role=status], main select[name=status]'),
      type(search, 'noir', `main [role=status], ${search}`),
    ],
  },
  {
    name: 'registry',
    path: '/vault',
    kind: 'words',
    controls: [
      menu,
      button('Check the code', 'main [role=alert], #result'),
      choose('Drop', 'founders', 'main select[name=drop]'),
      type('main input[name=code]', 'ABCD', 'main input[name=code]'),
      accordion('View as a table'),
    ],
  },
  {
    name: 'builder',
    path: '/build?platform=ar15',
    kind: 'tool',
    controls: [
      menu,
      { ...link('Start Your Build', '#platforms h2'), name: 'link in the page' },
      {
        name: 'main action',
        act: 'tap',
        control: 'button[name=step][value=lower] >> nth=0',
        result: openDialog,
      },
      type('main input[name=email] >> nth=0', 'ada@example.com', 'main input[name=email]'),
    ],
  },
  {
    name: 'accessories',
    path: '/accessories',
    kind: 'words',
    controls: [
      menu,
      button('Add to Cart', openDialog),
      type(search, 'mag', `main [role=status], ${search}`),
      accordion('Magazine limits by state'),
    ],
  },
  {
    name: 'schedule',
    path: '/ccw-training',
    kind: 'words',
    controls: [menu, { ...link('See the Schedule', '#schedule h2'), name: 'link in the page' }],
  },
  {
    name: 'class registration',
    path: '/ccw-training/register',
    kind: 'words',
    controls: [
      menu,
      {
        name: 'choice',
        act: 'tap',
        control: 'main input[type=radio] >> nth=1',
        result: 'main label:has(:checked), main :checked + label',
      },
    ],
  },
  {
    name: 'class page',
    path: '/course-registration',
    kind: 'words',
    controls: [menu, link('Register Now')],
  },
  {
    name: 'contact',
    path: '/contact',
    kind: 'words',
    controls: [
      menu,
      button('Send Message', '[role=alert] h2'),
      choose('Subject', 'legal', 'main select[name=subject]'),
      type('main input[name=firstName]', 'Ada', 'main input[name=firstName]'),
    ],
  },
  {
    name: 'FAQ',
    path: '/faq',
    kind: 'words',
    controls: [menu, accordion(), link('Contact Support')],
  },
  {
    name: 'learn',
    path: '/learn',
    kind: 'words',
    controls: [menu, accordion(), link('Process Guide')],
  },
  {
    name: 'trust pack',
    path: '/trust',
    kind: 'words',
    controls: [
      menu,
      button('Download Now', 'h1'),
      type('main input[name=code]', 'ABCD', 'main input[name=code]'),
      {
        name: 'check box',
        act: 'tap',
        control: '#check-trust',
        result: 'main :checked',
      },
    ],
  },
  {
    name: 'small batch',
    path: '/small-batch/outlaw',
    kind: 'words',
    controls: [menu, link('Join Build Window', openDialog)],
  },
  {
    name: 'process guide',
    path: '/process-guide',
    kind: 'words',
    controls: [menu, link('Start Your Build')],
  },
]

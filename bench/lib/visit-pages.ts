// What a visitor touches first on a page of each template.

/** The visitor's action on a control. */
type Act = 'tap' | 'choose' | 'type'

/** One control of a page, and where its result appears. */
export type Control = {
  name: string
  act: Act
  /** A Playwright selector: by the specification's text, else by something stable. */
  control: string
  /** What is chosen or typed. */
  value?: string
  /** CSS selector of the elements that show the result: their text or value, while visible. */
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

/** Of the phone: a laptop has the whole navigation. */
export const menu: Control = {
  name: 'menu',
  act: 'tap',
  control: 'role=button[name="Menu"]',
  result: '#site-menu',
  isInstant: true,
}

const link = (name: string, result = 'h1'): Control => mainAction(`role=link[name="${name}"]`, result)

const linkTo = (address: string, result = 'h1'): Control => mainAction(`a[href$="${address}"]`, result)

const button = (name: string, result: string): Control => mainAction(`role=button[name=/^${name}/]`, result)

/** The button of the form that has a field of this name. */
const submit = (field: string, result: string): Control =>
  mainAction(`form:has([name=${field}]) button:not([name])`, result)

function mainAction(control: string, result: string): Control {
  return { name: 'main action', act: 'tap', control: `main >> ${control} >> nth=0`, result }
}

const accordion: Control = {
  name: 'accordion',
  act: 'tap',
  control: 'main summary >> nth=0',
  result: 'main details[open] > summary',
  isInstant: true,
}

const choose = (name: string, value: string, result = `main select[name=${name}]`): Control => ({
  name: 'select',
  act: 'choose',
  control: `main select[name=${name}]`,
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

const openDialog = 'dialog[open]'
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
      // The heading is in sight beside the link on a phone: the numbers below it come into sight.
      { ...link('Join Drop', 'main h2'), name: 'link in the page' },
      {
        name: 'number',
        act: 'tap',
        control: '.unit.open >> nth=5', // the first one is preselected
        result: '.unit :checked',
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
      choose('status', 'live', 'main [role=status], main select[name=status]'),
      type(search, 'noir', `main [role=status], ${search}`),
    ],
  },
  {
    name: 'registry',
    path: '/vault',
    kind: 'words',
    controls: [
      menu,
      submit('code', 'main [role=alert], #result'),
      type('main input[name=code]', 'ABCD', 'main input[name=code]'),
      accordion,
    ],
  },
  {
    name: 'build landing',
    path: '/build',
    kind: 'words',
    controls: [menu, { ...link('Start Your Build', '#platforms h2'), name: 'link in the page' }],
  },
  {
    name: 'builder',
    path: '/build?platform=ar15',
    kind: 'tool',
    controls: [
      menu,
      { ...linkTo('#step-lower', '#step-lower legend'), name: 'link in the page' },
      {
        name: 'main action',
        act: 'tap',
        control: '#step-lower input >> nth=0',
        result: '#configurator output',
      },
    ],
  },
  {
    name: 'accessories',
    path: '/accessories',
    kind: 'words',
    controls: [menu, button('Add to Cart', openDialog), type(search, 'mag', `main [role=status], ${search}`)],
  },
  {
    name: 'schedule',
    path: '/ccw-training',
    kind: 'words',
    controls: [menu, { ...linkTo('#schedule', '#schedule h2'), name: 'link in the page' }],
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
        result: 'main :checked',
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
      submit('message', '[role=alert] h2'),
      choose('subject', 'legal'),
      type('main input[name=firstName]', 'Ada', 'main input[name=firstName]'),
    ],
  },
  {
    name: 'FAQ',
    path: '/faq',
    kind: 'words',
    controls: [menu, accordion],
  },
  {
    name: 'learn',
    path: '/learn',
    kind: 'words',
    controls: [menu, accordion, linkTo('/process-guide')],
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
    controls: [menu, linkTo('/build')],
  },
]

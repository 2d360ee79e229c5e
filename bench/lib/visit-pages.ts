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
export type VisitedPage = { name: string; path: string; isTool: boolean; controls: readonly Control[] }

/** A page that is mostly words. */
const page = (name: string, path: string, ...controls: Control[]) => ({ name, path, isTool: false, controls })

/** The drop and the builder, which draw and change in place. */
const tool = (name: string, path: string, ...controls: Control[]) => ({ name, path, isTool: true, controls })

/** Of every page on the phone: a laptop has the whole navigation. */
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
  return tap('main action', `main >> ${control} >> nth=0`, result)
}

const tap = (name: string, control: string, result: string): Control => ({
  name,
  act: 'tap',
  control,
  result,
})

const accordion: Control = {
  ...tap('accordion', 'main summary >> nth=0', 'main details[open] > summary'),
  isInstant: true,
}

const choose = (name: string, value: string, result = `main select[name=${name}]`): Control => ({
  name: 'select',
  act: 'choose',
  control: `main select[name=${name}]`,
  value,
  result,
})

const type = (control: string, value: string, result = control): Control => ({
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
  page('home', '/', link('Join Current Drop', openDialog), type('main input[name=email]', 'ada@example.com')),
  tool(
    'drop',
    '/drops/guerrilla-vol-1',
    // The heading is in sight beside the link on a phone: the numbers below it come into sight.
    { ...link('Join Drop', 'main h2'), name: 'link in the page' },
    tap('number', '.unit.open >> nth=5', '.unit :checked'), // the first one is preselected
    button('Hold № ', 'h1'),
  ),
  tool('coming drop', '/drops/cyber-vol-1', link('Get Notified', openDialog), {
    ...button('Add to Cart', openDialog),
    name: 'patch to cart',
  }),
  page(
    'drop vault',
    '/drops/vault',
    choose('status', 'live', 'main [role=status], main select[name=status]'),
    type(search, 'noir', `main [role=status], ${search}`),
  ),
  page(
    'registry',
    '/vault',
    submit('code', 'main [role=alert], #result'),
    type('main input[name=code]', 'ABCD'),
    accordion,
  ),
  page('build landing', '/build', {
    ...link('Start Your Build', '#platforms h2'),
    name: 'link in the page',
  }),
  tool(
    'builder',
    '/build?platform=ar15',
    { ...linkTo('#step-lower', '#step-lower legend'), name: 'link in the page' },
    tap('main action', '#step-lower input >> nth=0', '#configurator output'),
  ),
  page(
    'accessories',
    '/accessories',
    button('Add to Cart', openDialog),
    type(search, 'mag', `main [role=status], ${search}`),
  ),
  page('schedule', '/ccw-training', { ...linkTo('#schedule', '#schedule h2'), name: 'link in the page' }),
  page(
    'class registration',
    '/ccw-training/register',
    tap('choice', 'main input[type=radio] >> nth=1', 'main :checked'),
  ),
  page('class page', '/course-registration', link('Register Now')),
  page(
    'contact',
    '/contact',
    submit('message', '[role=alert] h2'),
    choose('subject', 'legal'),
    type('main input[name=firstName]', 'Ada'),
  ),
  page('FAQ', '/faq', accordion),
  page('learn', '/learn', accordion, linkTo('/process-guide')),
  page(
    'trust pack',
    '/trust',
    button('Download Now', 'h1'),
    type('main input[name=code]', 'ABCD'),
    tap('check box', '#check-trust', 'main :checked'),
  ),
  page('small batch', '/small-batch/outlaw', link('Join Build Window', openDialog)),
  page('process guide', '/process-guide', linkTo('/build')),
]

import { readFont } from './embedded-font.server.ts'
import archivo from './fonts/archivo-400.ttf?inline'
import archivoBold from './fonts/archivo-600.ttf?inline'
import pantograph from './fonts/pantograph-240.ttf?inline'
import pantographFirm from './fonts/pantograph-460.ttf?inline'

/** The shop's faces as documents carry them: `text` and `strong` for reading, `display` and `label` for capitals. */
export const houseFonts = {
  text: readFont('PACoText-Regular', archivo),
  strong: readFont('PACoText-SemiBold', archivoBold),
  display: readFont('PACoPantograph-Light', pantograph),
  label: readFont('PACoPantograph-Medium', pantographFirm),
}

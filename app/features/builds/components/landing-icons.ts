import AudioLines from 'lucide-react/icons/audio-lines'
import BadgeCheck from 'lucide-react/icons/badge-check'
import FileText from 'lucide-react/icons/file-text'
import Lock from 'lucide-react/icons/lock'
import MapPin from 'lucide-react/icons/map-pin'
import Scale from 'lucide-react/icons/scale'
import ShieldCheck from 'lucide-react/icons/shield-check'

/** Icons of the landing page by meaning. */
export const landingIcons = {
  license: ShieldCheck,
  place: MapPin,
  compliance: Scale,
  storage: Lock,
  forms: FileText,
  suppressor: AudioLines,
  tested: BadgeCheck,
} as const

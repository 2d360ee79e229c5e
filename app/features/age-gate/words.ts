export const gateWords = {
  question: 'Are you 18 or older?',
  reason: 'This site sells firearms and accessories. Federal regulations and state laws limit it to adults.',
  adult: 'I am 18 years or older',
  minor: 'I am under 18',
  remembered: 'We remember your answer on this device for 30 days.',
  cookiesNeeded: 'Your browser didn’t save your answer. Please allow cookies for this site and answer again.',
  cookieNeeded: 'We save your answer in a cookie, so please allow cookies for this site.',
  loading: 'Loading',
  restricted: 'Access Restricted',
  restrictedReason:
    "We're sorry, but access to this website is restricted to individuals 18 years of age or older due to federal firearm regulations and state laws. Please return when you reach the legal age requirement.",
  understood: 'I Understand',
} as const

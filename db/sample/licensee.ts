/** Who makes and sells the sample. Its name says what it is. */
export const sampleLicensee = {
  legalName: 'Sample Licensee LLC',
  licenseLine: 'Sample of a license line',
} as const

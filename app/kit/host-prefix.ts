/**
 * Put before the name of every cookie of a shop that is reached by https. Browsers then take it from this very host
 * only, over https, for the whole site (RFC 6265bis, 4.1.3.2): a neighboring subdomain cannot plant one.
 */
export const hostPrefix = '__Host-'

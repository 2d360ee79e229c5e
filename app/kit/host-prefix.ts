/**
 * Prefix of every cookie name of a shop reached by https. Browsers accept such cookies only from this host, over https,
 * for the whole site (RFC 6265bis, 4.1.3.2): a neighboring subdomain cannot plant one.
 */
export const hostPrefix = '__Host-'

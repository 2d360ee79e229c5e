export default function Vault() {
  return <h1>PACo Drops</h1>
}

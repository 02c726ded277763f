export function LiveMapPage() {
  return null;
}

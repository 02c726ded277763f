/**
 * Loaded into a server before its own code, so that a journey can advance its clock. Sends a message when that is done.
 */
const now = Date.now;
let offset = 0;
Date.now = () => now() + offset;
process.on('message', (message) => {
  const { advance } = Object(message) as { readonly advance?: number };
  if (advance === undefined) return;
  offset += advance;
  process.send?.({ type: 'advanced' });
});

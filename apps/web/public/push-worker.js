// Service worker: displays the push messages of the server while the console is closed. It caches nothing.

addEventListener('push', (event) => {
  const { title, body, tag, messageId } = event.data.json();
  // A repeated message has the same tag and replaces the former.
  event.waitUntil(
    registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: { messageId } }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { messageId } = event.notification.data;
  event.waitUntil(openRecords(messageId === null ? '' : `?notice=${messageId}`));
});

/** Opens the notification records in a window of the console, or in a new one. */
async function openRecords(search) {
  const path = `/notificationRecord${search}`;
  const [window] = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) {
    await clients.openWindow(path);
    return;
  }
  // A window that this worker does not control cannot be navigated by it.
  window.postMessage({ type: 'open', path });
  await window.focus();
}

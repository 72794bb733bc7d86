// Pictures out of whatever somebody chooses or drops: files, or folders with folders in them.

const NAMES = /\.(jpe?g|png|webp|gif|bmp|ppm|tiff?)$/i;
const MOST_FILES = 20_000;  // in all folders; more is somebody's whole disk

/** Chosen files as {pictures: [{file, name}], skipped}, in the order of their names. */
export function picturesOf(files) {
  return sorted([...files].map((file) => ({file, name: file.webkitRelativePath || file.name})));
}

/** The same for what was dropped. To be called while the event is being handled: it forgets its items afterwards. */
export async function picturesDropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return picturesOf(transfer.files);
  const found = [];
  for (const entry of entries) await collect(entry, found);
  return sorted(found);
}

async function collect(entry, found) {
  if (found.length >= MOST_FILES) return;
  if (entry.isFile) {
    const file = await new Promise((done) => entry.file(done, () => done(null)));
    if (file) found.push({file, name: entry.fullPath.replace(/^\//, "")});
    return;
  }
  const reader = entry.createReader();
  for (;;) {  // a reader gives some hundred at a time
    const some = await new Promise((done) => reader.readEntries(done, () => done([])));
    if (!some.length) return;
    for (const each of some) await collect(each, found);
  }
}

function sorted(found) {
  const seen = found.filter(({name}) => !name.split("/").at(-1).startsWith("."));
  const pictures = seen.filter(({file, name}) => NAMES.test(name) || (!/\.\w+$/.test(name) && file.type.startsWith("image/")));
  const order = new Intl.Collator(undefined, {numeric: true});
  pictures.sort((a, b) => order.compare(a.name, b.name));
  return {pictures, skipped: seen.length - pictures.length};
}

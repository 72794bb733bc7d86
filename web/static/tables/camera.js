// The browser's own camera: pictures are taken a few times a second and handed to the program on this machine.

import {send, ApiError} from "../api.js";
import {t} from "../texts.js";

const WIDEST_PX = 1280;
const QUALITY = 0.85;
const EVERY_MS = 220;
const PAUSE_MS = 1500;

/** Why the camera cannot be used here, or null. */
export function cameraTrouble() {
  if (navigator.mediaDevices?.getUserMedia) return null;
  return isSecureContext ? t("page.camera.none") : t("page.camera.insecure");
}

function whyNot(name) {
  if (["NotAllowedError", "SecurityError"].includes(name)) return t("page.camera.denied");
  return ["NotReadableError", "AbortError"].includes(name) ? t("page.camera.pulled") : t("page.camera.none");
}

export async function cameraList() {
  const devices = (await navigator.mediaDevices?.enumerateDevices?.()) ?? [];
  return devices.filter((device) => device.kind === "videoinput");
}

/**
 * Opens the camera and sends its pictures to `address` until `close` is called.
 * `onTrouble(sentence | null)` says what is wrong, and when it is not any more.
 */
export async function sendCamera(address, {deviceId, onTrouble} = {}) {
  const trouble = cameraTrouble();
  if (trouble) throw new ApiError(trouble, 0);
  const wish = {width: {ideal: WIDEST_PX}, height: {ideal: 720}};
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  try {
    video.srcObject = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: deviceId ? {...wish, deviceId: {exact: deviceId}} : {...wish, facingMode: {ideal: "environment"}},
    });
  } catch (error) {
    throw new ApiError(whyNot(error.name), 0);
  }
  await video.play();
  const canvas = document.createElement("canvas");
  let target = address;
  let closed = false;
  let last = null;
  const leaving = new AbortController();

  const stop = () => {
    closed = true;
    leaving.abort();
    for (const track of video.srcObject?.getTracks() ?? []) track.stop();
  };
  for (const track of video.srcObject.getTracks()) {
    track.addEventListener("ended", () => !closed && onTrouble?.(t("page.camera.pulled")));
  }

  async function picture() {
    const shrink = Math.min(1, WIDEST_PX / video.videoWidth);
    canvas.width = Math.round(video.videoWidth * shrink);
    canvas.height = Math.round(video.videoHeight * shrink);
    canvas.getContext("2d").drawImage(video, 0, 0, canvas.width, canvas.height);
    return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  }

  (async () => {
    while (!closed) {
      let wait = EVERY_MS;
      try {
        if (video.videoWidth && target) {
          await send("POST", target, await picture(), {type: "image/jpeg", signal: leaving.signal});
          if (last) onTrouble?.((last = null));
        }
      } catch (error) {
        if (!closed && error.message !== last) onTrouble?.((last = error.message));
        wait = PAUSE_MS;
      }
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  })();

  return {
    close: stop,
    /** Where pictures go from now on. */
    sendTo(other) {
      target = other;
    },
    get deviceId() {
      return video.srcObject?.getVideoTracks()[0]?.getSettings().deviceId ?? null;
    },
  };
}

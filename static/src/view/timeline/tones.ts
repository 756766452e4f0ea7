/** On request a tone for every step that is taken: what it brings can be heard. Silent while a slider is dragged along the timeline. */

import type { Store } from "../../core/store.ts";
import { broughtAt, type Tone, toneOf } from "../../explain/tone.ts";
import { say } from "../../messages/messages.ts";
import type { State } from "../../state/state.ts";
import { notify } from "../shared/notice.ts";

const SECONDS = 0.22;
const VOLUME = 0.12;
const CLICK_PITCH = 70;

export function mountTones(store: Store<State>): void {
  let audio: AudioContext | null = null;
  let noise: AudioBuffer | null = null;

  /** A tone that swells and fades, so that none begins with a crack; a rough one has a hiss over it. */
  function sound({ pitch, rough }: Tone): void {
    audio ??= new AudioContext();
    const now = audio.currentTime;
    const volume = audio.createGain();
    volume.connect(audio.destination);
    volume.gain.setValueAtTime(0, now);
    volume.gain.linearRampToValueAtTime(VOLUME, now + 0.02);
    volume.gain.linearRampToValueAtTime(0, now + (pitch === null ? SECONDS / 4 : SECONDS));
    const oscillator = audio.createOscillator();
    oscillator.frequency.value = pitch ?? CLICK_PITCH;
    const sources: AudioScheduledSourceNode[] = [oscillator];
    if (rough) sources.push(hiss(audio));
    for (const source of sources) {
      source.connect(volume);
      source.start(now);
      source.stop(now + SECONDS);
    }
  }

  function hiss(context: AudioContext): AudioBufferSourceNode {
    if (!noise) {
      noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
      const samples = noise.getChannelData(0);
      for (let at = 0; at < samples.length; at += 1) samples[at] = 0.5 * (Math.random() * 2 - 1);
    }
    const source = context.createBufferSource();
    source.buffer = noise;
    return source;
  }

  store.subscribe((state, previous) => {
    if (state.tones !== previous.tones) notify(state.tones ? say("sound-on") : say("sound-off"));
    const isStep = state.position !== previous.position && state.travel && state.graph === previous.graph;
    const brought = state.tones && isStep && state.graph ? broughtAt(state.graph, state.position) : null;
    if (brought !== null) sound(toneOf(brought));
  });
}

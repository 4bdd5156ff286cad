// Steps through a line of play, manually or automatically: the buttons and the slider of
// parts/steps.html, and the keys.
"use strict";

class Steps {
  // line: {at(), last(): the ply shown and the last ply; goTo(ply); stepOn(): goes to the next ply,
  // or to where play continues; canStepOn(); begin(): called before the line runs automatically,
  // returns false to prevent that; pause(): milliseconds between moves when running}
  constructor(line) {
    this.line = line;
    this.timer = null;
    const byHand = (act) => () => {
      this.stop();
      act();
    };
    const acts = {
      first: byHand(() => line.goTo(0)), back: byHand(() => line.goTo(line.at() - 1)),
      next: byHand(line.stepOn), last: byHand(() => line.goTo(line.last())), run: () => this.run(),
    };
    for (const [id, act] of Object.entries(acts)) {
      byId(id).addEventListener("click", () => {
        if (byId(id).getAttribute("aria-disabled") === "false") act();
      });
    }
    byId("slider").addEventListener("input", byHand(() => line.goTo(Number(byId("slider").value))));
    onKeys({ArrowLeft: acts.back, ArrowRight: acts.next, Home: acts.first, End: acts.last,
            " ": acts.run});
  }

  run() {
    if (this.timer !== null) return this.stop();
    if (this.line.last() === 0 || this.line.begin() === false) return;
    this.timer = setInterval(this.line.stepOn, this.line.pause());
    byId("run").textContent = "stop";
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    byId("run").textContent = "run";
  }

  // Shows the ply, and enables the buttons that can move further. (Uses aria-disabled, because a
  // disabled button would lose the focus.)
  show() {
    const at = this.line.at();
    const last = this.line.last();
    const slider = byId("slider");
    slider.max = last;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `after ${counted(at)}`);
    for (const [id, isOff] of Object.entries({first: at === 0, back: at === 0, run: last === 0,
                                              next: !this.line.canStepOn(), last: at === last})) {
      byId(id).setAttribute("aria-disabled", isOff);
    }
  }
}

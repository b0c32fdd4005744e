// The stage without Streamlit: reads its data from the page and mounts itself. Appended behind stage.js.
//
// New data may be handed in by a "stage:data" event on the host; what the stage reports comes out as "stage:report".

const pageHost = document.querySelector("#stage-host");
const mountWith = (data) =>
  mountStage({
    data,
    parentElement: pageHost,
    setStateValue: (name, value) => pageHost.dispatchEvent(new CustomEvent("stage:report", { detail: { name, value } })),
    setTriggerValue: (name, value) => pageHost.dispatchEvent(new CustomEvent("stage:report", { detail: { name, value } })),
  });
pageHost.addEventListener("stage:data", (event) => mountWith(event.detail));
mountWith(JSON.parse(document.querySelector("#stage-data").textContent));
